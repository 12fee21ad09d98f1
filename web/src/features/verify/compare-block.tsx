import type { KnownBlock } from '@tallystick/proof'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../base/network.js'
import { Button } from '../../ui/button.jsx'
import { Card } from '../../ui/card.jsx'
import { Command } from '../../ui/code-block.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { Fact, Facts } from '../../ui/facts.jsx'
import { Field, Input } from '../../ui/field.jsx'
import type { AnchorFacts } from './checking/judgement.js'
import { blockHere } from './lookup.js'
import { useChainName } from './use-chain-name.js'

interface CompareBlockProps {
  /** The blocks that nobody vouches for yet; there is at least one. */
  blocks: readonly AnchorFacts[]
  /** Verifies without this page: the command up to its options. */
  command: string
  onKnown: (known: readonly KnownBlock[]) => void
}

/** The ways to find out whether a block is part of its chain, from the most independent to the most convenient. */
export function CompareBlock({ blocks, command, onKnown }: CompareBlockProps) {
  const { t } = useTranslation('verify')
  const nameOf = useChainName()
  const [block] = blocks
  if (!block?.blockHash) return null
  const isHere = blocks.every(({ chain }) => chain === network.chain)
  const by = `${command} ${block.isPrivate ? '--rpc URL' : '--online'}`
  return (
    <Card
      title={t('compare.title', { count: blocks.length })}
      text={t(`compare.${block.isPrivate ? 'privateText' : 'text'}`)}
    >
      <Facts>
        {blocks.length === 1 ? (
          <>
            <Fact name={t('facts.blockNumber')}>{`${block.blockNumber} · ${nameOf(block)}`}</Fact>
            <Fact name={t('facts.blockHash')} mono copy={{ text: block.blockHash, label: t('copy.blockHash') }}>
              <Grouped hash={block.blockHash} />
            </Fact>
          </>
        ) : null}
        <Fact name={t('compare.command')} mono copy={{ text: by, label: t('copy.command') }}>
          <Command>{by}</Command>
        </Fact>
      </Facts>
      <div className="mt-5 grid gap-6 border-t border-line pt-5 lg:grid-cols-2">
        {blocks.length === 1 ? <PastedHash onKnown={onKnown} /> : null}
        {isHere ? <AskHere blocks={blocks} onKnown={onKnown} /> : null}
      </div>
    </Card>
  )
}

/** A hash in groups of four, to compare by eye. */
function Grouped({ hash }: { hash: string }) {
  const groups = hash.slice(2).match(/.{4}/g) ?? []
  return <span className="[word-break:normal]">{`0x ${groups.join(' ')}`}</span>
}

function PastedHash({ onKnown }: Pick<CompareBlockProps, 'onKnown'>) {
  const { t } = useTranslation('verify')
  const [text, setText] = useState('')
  const [isBad, setBad] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const digits = text.replace(/\s/g, '').toLowerCase().replace(/^0x/, '')
    const isHash = /^[0-9a-f]{64}$/.test(digits)
    setBad(!isHash)
    if (isHash) onKnown([{ hash: `0x${digits}`, source: { kind: 'block-hash', name: '' } }])
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={t('compare.paste')}
        hint={t('compare.pasteHint')}
        {...(isBad ? { error: t('compare.pasteError') } : {})}
      >
        <Input value={text} onChange={({ target }) => setText(target.value)} spellCheck={false} autoComplete="off" />
      </Field>
      <Button type="submit" className="self-start">
        {t('compare.pasteButton')}
      </Button>
    </form>
  )
}

/** Asks the service's own node: the word of the issuer, and called so. */
function AskHere({ blocks, onKnown }: Pick<CompareBlockProps, 'blocks' | 'onKnown'>) {
  const { t } = useTranslation('verify')
  const [state, setState] = useState<'idle' | 'asking' | 'missing' | { error: unknown }>('idle')
  const ask = async () => {
    setState('asking')
    try {
      const known: KnownBlock[] = []
      for (const { blockNumber = 0 } of blocks) {
        const found = await blockHere(blockNumber)
        if (!found) return setState('missing')
        const source = { kind: 'issuer-node', name: location.host } as const
        known.push({ chain: found.blockchainId, number: found.number, hash: found.hash.toLowerCase(), source })
      }
      onKnown(known)
    } catch (error) {
      setState({ error })
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="font-medium">{t('compare.here')}</p>
        <p className="mt-1 text-[0.9375rem] text-soft">{t('compare.hereText')}</p>
      </div>
      <Button className="self-start" onClick={() => void ask()} busy={state === 'asking'}>
        {t('compare.hereButton')}
      </Button>
      {state === 'missing' ? <p role="alert">{t('compare.missing')}</p> : null}
      {typeof state === 'object' ? <ErrorNotice title={t('compare.failed')} error={state.error} /> : null}
    </div>
  )
}
