"""Answers each line {"evidence": base64, "digest"?, "start"?, "blockHash"?} with the second verifier's finding, as a line of JSON."""

import base64
import json
import sys

sys.path.insert(0, sys.argv[1])

from tallystick.manifest import verify_manifest
from tallystick.refusal import Refused
from tallystick.words import say, say_caveat
from tallystick_verify import read_evidence, verify_proof_or_original


def answer(question):
    finding = judged(question)
    said = {
        language: [say(finding, language)] + [say_caveat(caveat, language) for caveat in finding['caveats']]
        for language in ('en', 'de')
    }
    return {**finding, 'said': said}


def judged(question):
    try:
        document = read_evidence(base64.b64decode(question['evidence']))
        options = {'block_hash': question.get('blockHash'), 'now': question['now']}
        if document['format'] == 'tallystick-manifest':
            return verify_manifest(document, **options)
        start = question.get('start')
        begins = start and (start['length'], start['digest'])
        return verify_proof_or_original(document, question.get('digest'), begins, **options)
    except Refused as refusal:
        return refusal.finding()


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
