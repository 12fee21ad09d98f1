"""Findings in words, from the table that all verifiers share: words.json, made from the package's own."""

import json
import os
import re

with open(os.path.join(os.path.dirname(__file__), 'words.json'), encoding='utf-8') as table:
    WORDS = json.load(table)


def say(finding, language='en', name=None):
    """Says a finding in one sentence, which begins with its outcome. `name` is the subject's, such as that of a file."""
    words = WORDS[language]
    if 'failure' in finding:
        return words['headlines']['refused'].replace('{reason}', say_refusal(finding['failure'], language))
    facts, kind = finding['facts'], subject_of(finding)
    number = 'many' if kind == 'folder' else 'one'
    subject = fill(words['subjects'][kind], facts, words) if name is None else name
    facts = {**facts, 'subject': subject, 'existed': words['existed'][number], 'fits': words['fits'][number]}
    if 'time' in finding:
        return fill(time_headline(finding, words), {**facts, **time_facts(finding, words)}, words)
    return fill(open_headline(finding, words), facts, words)


def say_refusal(failure, language='en'):
    """Says why evidence was refused."""
    words = WORDS[language]
    if failure['code'] == 'folder':
        counts = [fill(words['folder']['problems'][each], {'count': count}, words) for each, count in failure['facts'].items()]
        return words['folder']['different'].replace('{counts}', ', '.join(counts))
    return say_row(words['refusals'][failure['code']], failure['facts'], words)


def say_caveat(caveat, language='en'):
    """Says what a verdict leaves open, or rests on."""
    words = WORDS[language]
    return say_row(words['caveats'][caveat['code']], caveat['facts'], words)


def say_row(row, facts, words):
    return fill(row if isinstance(row, str) else row[facts['case']], facts, words)


def subject_of(finding):
    if finding['about'] == 'manifest':
        return 'only-file' if finding['facts']['files'] == 1 else 'folder'
    if finding['kind'] == 'change':
        return 'change'
    return 'file' if finding['isFileCompared'] else 'digest'


def open_headline(finding, words):
    """Returns the sentence of a finding without a time."""
    headlines, facts = words['headlines'], finding['facts']
    if finding['about'] == 'proof':
        return headlines['compared']['one'] if 'block' in facts else headlines['waiting']['all']
    if facts['files'] == 0:
        return headlines['empty']
    if facts['waiting']:
        return headlines['waiting']['all' if facts['waiting'] == facts['files'] else 'some']
    return headlines['compared']['one' if facts['blocks'] == 1 else 'several']


def time_headline(finding, words):
    """Returns the sentence of a finding with a time. The only source here is the reader, so what is stated is so by an operator."""
    return words['headlines']['confirmed' if finding['outcome'] == 'confirmed' else 'operator']


def time_facts(finding, words):
    time = finding['time']
    row = 'folder' if 'earliest' in time else 'at'
    clocks = [fill(words['clocks'][clock['kind']], {'chain': clock['chain']}, words) for clock in time['clocks']]
    return {
        'by': finding['sources'],
        'when': fill(words['times'][row], time, words),
        'clock': list_text(clocks, words),
    }


def fill(text, facts, words):
    """Fills the facts into a sentence. A name in capitals begins it; `ofChain` is the fact `chain`, after a noun."""

    def written(match):
        name = match.group(1)
        if name == 'ofChain':
            return chain_text(facts['chain'], words['ofChain'])
        own = name[0].lower() + name[1:]
        found = fact_text(own, facts[own], words)
        return found if own == name else found[0].upper() + found[1:]

    return re.sub(r'\{(\w+)\}', written, text)


def fact_text(name, value, words):
    kind = WORDS['kinds'].get(name)
    values = value if isinstance(value, list) else [value]
    if kind == 'moment':
        return moment_text(value, words)
    if kind == 'count':
        return f'{value:,}'.replace(',', words['thousands'])
    if kind == 'quoted':
        return list_text([quoted_text(each, words) for each in values], words)
    if kind == 'chain':
        return chain_text(value, words['chain'])
    if kind == 'sources':
        return list_text([source_text(each, words) for each in values], words)
    return list_text([str(each) for each in values], words)


def source_text(source, words):
    """Names a source in a sentence. Its name is written as a fact of the name of its kind: a certificate's can be any words."""
    kind = source['kind']
    text = words['sources'][kind].replace('{name}', fact_text(kind, source['name'], words))
    if 'certifiedBy' not in source:
        return text
    return words['certified'].format(source=text, certifier=fact_text(kind, source['certifiedBy'], words))


def quoted_text(text, words):
    """Quotes someone's words. Quotation marks of their own could end the quotation, so they become apostrophes."""
    return words['quoted'].replace('{text}', re.sub('["“”„‟«»]', '’', text))


def moment_text(time, words):
    """Writes a time; milliseconds only where there are some."""
    year, month, day, clock = re.match(r'(\d+)-(\d\d)-(\d\d)T([\d:]+(?:\.(?!000Z)\d+)?)', time).groups()
    return words['moment'].format(year=year, month=month, day=day, clock=clock)


def list_text(texts, words):
    """Joins texts to a list, each once."""
    *others, last = dict.fromkeys(texts)
    return words['lastOfList'].format(others=', '.join(others), last=last) if others else last


def chain_text(chain, forms):
    name, number = WORDS['chains'].get(chain, ('unknown', None)), chain[len('eip155:') :]
    return forms[name[0]].format(name=name[1], number=number)
