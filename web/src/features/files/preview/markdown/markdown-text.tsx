import { Blocks } from './blocks.jsx'
import type { Tokens } from './parse.js'

/** Markdown as elements. */
export function MarkdownText({ tokens }: { tokens: Tokens }) {
  return (
    <div className="flex max-w-[70ch] flex-col gap-3 wrap-anywhere">
      <Blocks tokens={tokens} depth={0} />
    </div>
  )
}
