import { Drawing, Sheet } from './drawing.jsx'

/** A glass over a sheet without writing: what was looked for isn't there. */
export function LookedFor() {
  return (
    <Drawing>
      <Sheet x={46} y={12} />
      <circle cx="94" cy="54" r="18" className="fill-paper" />
      <path d="m107 67 13 13" strokeWidth={3} />
      <path d="M88 54h12" opacity=".45" />
    </Drawing>
  )
}
