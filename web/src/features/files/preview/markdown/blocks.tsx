import type { MarkedToken } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { depthMax, Inline } from './inline.jsx'
import type { Tokens } from './parse.js'

/** Paragraphs, lists, tables and the like, one below the other. */
export function Blocks({ tokens, depth }: { tokens: Tokens; depth: number }) {
  const levels = levelsOf(tokens)
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  return tokens.map((token, at) => <Fragment key={at}>{block(token as MarkedToken, depth, levels[at])}</Fragment>)
}

const headingLooks = ['', '', 'text-lg font-semibold', 'font-semibold', 'font-medium', 'font-medium', 'font-medium']

function block(token: MarkedToken, depth: number, level = 6): ReactNode {
  if (depth > depthMax) return token.raw
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      const Heading = `h${level}` as 'h2'
      return (
        <Heading className={headingLooks[level]}>
          <Inline tokens={token.tokens} depth={depth + 1} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} depth={depth + 1} />
        </p>
      )
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-s-2 border-line ps-3 text-soft">
          <Blocks tokens={token.tokens} depth={depth + 1} />
        </blockquote>
      )
    case 'code':
      return (
        <pre className="rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
          <code>{token.text}</code>
        </pre>
      )
    case 'hr':
      return <hr className="border-line" />
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul'
      return (
        <List
          className={token.ordered ? 'list-decimal ps-6' : 'list-disc ps-6'}
          {...(typeof token.start === 'number' && { start: token.start })}
        >
          {token.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
            <li key={at} className={item.task ? '-ms-6 list-none' : ''}>
              <Blocks tokens={item.tokens} depth={depth + 1} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Columns table={token} depth={depth + 1} />
    case 'html':
      // Shown, not run.
      return token.block ? (
        <pre className="font-mono text-sm whitespace-pre-wrap text-soft">{token.raw}</pre>
      ) : (
        token.raw
      )
    default:
      return <Inline tokens={[token]} depth={depth} />
  }
}

function Columns({
  table: { header, rows },
  depth,
}: {
  table: Extract<MarkedToken, { type: 'table' }>
  depth: number
}) {
  const look = 'border border-line px-2 py-1 text-start align-top'
  return (
    <table className="border-collapse text-sm">
      <thead>
        <tr>
          {header.map(({ tokens }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <th key={at} scope="col" className={look}>
              <Inline tokens={tokens} depth={depth} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <tr key={at}>
            {row.map(({ tokens }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <td key={column} className={look}>
                <Inline tokens={tokens} depth={depth} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Levels of the headings below the title of the page, which is the first: none is skipped, for screen readers. */
function levelsOf(tokens: Tokens): number[] {
  let last = 1
  return tokens.map((token) => {
    if (token.type === 'heading') last = Math.min(token.depth + 1, last + 1, 6)
    return last
  })
}
