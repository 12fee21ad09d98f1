import type { MarkedToken } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../../../texts/translation.js'
import { withCharacters } from './characters.js'
import type { Tokens } from './parse.js'

/** Parts that are nested deeper are shown as their source. */
export const depthMax = 24

interface NestedProps {
  tokens: Tokens | undefined
  depth: number
}

/** Tokens within a line. */
export function Inline({ tokens = [], depth }: NestedProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  return tokens.map((token, at) => <Fragment key={at}>{inline(token as MarkedToken, depth)}</Fragment>)
}

function inline(token: MarkedToken, depth: number): ReactNode {
  if (depth > depthMax) return token.raw
  const inner = 'tokens' in token ? <Inline tokens={token.tokens} depth={depth + 1} /> : null
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'codespan':
      return <code className="rounded-sm bg-sunken px-1 font-mono text-sm">{token.text}</code>
    case 'br':
      return <br />
    case 'escape':
      return token.text
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'link':
      return <Outward href={token.autolink ? token.href : withCharacters(token.href)}>{inner}</Outward>
    case 'image':
      return <Pictured alt={withCharacters(token.text)} />
    case 'text':
      return token.tokens ? inner : withCharacters(token.text)
    default:
      // HTML, too, is shown and not run.
      return token.raw
  }
}

/** A link to another site; its text alone when it leads elsewhere, or would run. */
function Outward({ href, children }: { href: string; children: ReactNode }) {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return children
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {children}
    </a>
  )
}

/** Pictures aren't loaded: their sites would learn who reads the text. */
function Pictured({ alt }: { alt: string }) {
  const { t } = useTranslation('files')
  return <span className="rounded-sm bg-sunken px-1 text-soft">{t('textPreview.image', { alt })}</span>
}
