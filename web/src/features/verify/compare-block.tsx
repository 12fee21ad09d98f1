import { isPrivateChain, type KnownBlock, knownChains } from '@tallystick/proof'
import { network } from '../../base/network.js'
import { type BlockAnchor, isElsewhere } from '../../checking/anchors.js'
import { groupsOf } from '../../checking/block-hash.js'
import { blockText } from '../../checking/spoken.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Command } from '../../ui/values/code-block.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { AskHere } from './ask-here.jsx'
import { PastedHash } from './pasted-hash.jsx'
import { useWords } from './use-words.js'

interface CompareBlockProps {
  /** There is at least one. */
  blocks: readonly BlockAnchor[]
  /** Whether one of the blocks suffices, as for a single proof. A manifest needs all of its blocks. */
  isOneEnough: boolean
  /** Whether the service's own node has vouched already. */
  isAsked: boolean
  /** Verifies without this page: the command up to its options. */
  command: string
  onKnown: (known: readonly KnownBlock[]) => void
}

/** The ways to find out whether a block is part of its chain, from the most independent to the most convenient. */
export function CompareBlock(props: CompareBlockProps) {
  const { t } = useTranslation('verify')
  const { blocks, isOneEnough, isAsked } = props
  return (
    <Card
      title={t(isAsked ? 'compare.yourself' : 'compare.title', { count: isOneEnough ? 1 : blocks.length })}
      text={<CompareText {...props} />}
    >
      <CompareWays {...props} />
    </Card>
  )
}

/** Says how to compare blocks. */
export function CompareText({ blocks, isOneEnough }: Pick<CompareBlockProps, 'blocks' | 'isOneEnough'>) {
  const { t } = useTranslation('verify')
  if (blocks.every(isPrivateChain)) return t('compare.privateText')
  return t(isOneEnough || blocks.length === 1 ? 'compare.text' : 'compare.severalText')
}

/** The hashes to compare, the command that does it, and what to ask. */
export function CompareWays({ blocks, isOneEnough, isAsked, command, onKnown }: CompareBlockProps) {
  const { t } = useTranslation('verify')
  const words = useWords()
  const here = blocks.filter((block) => !isElsewhere(block, network))
  const canAsk = !isAsked && here.length >= (isOneEnough ? 1 : blocks.length)
  const isListed = isOneEnough || blocks.length === 1
  const by = `${command} ${blocks.some((block) => !isPrivateChain(block) && knownChains.has(block.chain)) ? '--online' : '--rpc URL'}`
  return (
    <>
      <Facts>
        {isListed
          ? blocks.map((block) => (
              <Fact
                key={block.blockHash}
                name={blockText(block, words)}
                mono
                copy={{ text: `${block.blockHash}`, label: t('copy.blockHash') }}
              >
                <Grouped hash={`${block.blockHash}`} />
              </Fact>
            ))
          : null}
        <Fact name={t('compare.command')} mono copy={{ text: by, label: t('copy.command') }}>
          <Command>{by}</Command>
        </Fact>
      </Facts>
      {isListed || canAsk ? (
        <div className="mt-3 grid gap-x-10 gap-y-6 border-t border-line pt-4 lg:grid-cols-2">
          {isListed ? <PastedHash onKnown={onKnown} /> : null}
          {canAsk ? <AskHere blocks={here} onKnown={onKnown} /> : null}
        </div>
      ) : null}
    </>
  )
}

/** Leads back from a comparison that failed: perhaps the wrong block was looked up. */
export function CompareAgain({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation('verify')
  return (
    <Button className="self-start" onClick={onForget}>
      {t('compare.again')}
    </Button>
  )
}

/** A hash in groups of four, to compare by eye: as many in each line. */
function Grouped({ hash }: { hash: string }) {
  return (
    <span className="flex gap-x-2">
      <span>0x</span>
      <span className="grid grid-cols-[repeat(4,auto)] gap-x-2 md:grid-cols-[repeat(8,auto)]">
        {groupsOf(hash).map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal, and never move
          <span key={at}>{`${group} `}</span>
        ))}
      </span>
    </span>
  )
}
