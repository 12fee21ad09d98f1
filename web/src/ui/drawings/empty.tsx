import { Drawing, Sheet, writing } from './drawing.jsx'

/** A sheet and the two halves of a tally stick: stamps. */
export function StampsDrawing() {
  return (
    <Drawing>
      <Sheet x={20} y={12}>
        {writing}
      </Sheet>
      <path d="M84 42v-16h60v16h-14l-3-6-3 6h-14l-3-6-3 6z" />
      <path d="M84 56v16h60v-16h-14l-3 6-3-6h-14l-3 6-3-6z" opacity=".45" />
    </Drawing>
  )
}

/** A stack of sheets: runs. */
export function RunsDrawing() {
  return (
    <Drawing>
      <path d="M73 12h36l14 14v48" opacity=".3" />
      <path d="M62 16h36l14 14v50" opacity=".6" />
      <Sheet x={46} y={20}>
        {writing}
      </Sheet>
    </Drawing>
  )
}

/** An open folder. */
export function FolderDrawing() {
  return (
    <Drawing>
      <path d="M34 80V22h30l8 10h50v10" />
      <path d="M34 80l14-38h84l-14 38z" />
    </Drawing>
  )
}

/** A bin with nothing in it. */
export function BinDrawing() {
  return (
    <Drawing>
      <path d="M56 30l6 54h36l6-54M50 30h60M70 30v-10h20v10" />
      <path d="M72 42l2 30M88 42l-2 30" opacity=".45" />
    </Drawing>
  )
}

/** A star over a sheet: favourites. */
export function StarDrawing() {
  return (
    <Drawing>
      <Sheet x={42} y={14}>
        {writing}
      </Sheet>
      <path d="m102 34 6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z" className="fill-paper" />
    </Drawing>
  )
}

/** A key: access for programs. */
export function KeyDrawing() {
  return (
    <Drawing>
      <circle cx="52" cy="48" r="18" />
      <circle cx="52" cy="48" r="6" opacity=".45" />
      <path d="M70 48h58v14M112 48v10" />
    </Drawing>
  )
}

/** A message on its way: webhooks and mails. */
export function MessageDrawing() {
  return (
    <Drawing>
      <path d="M60 26h72v48H60z" />
      <path d="m60 28 36 28 36-28" />
      <path d="M24 38h22M32 50h14M24 62h22" opacity=".45" />
    </Drawing>
  )
}

/** Three people: end users. */
export function PeopleDrawing() {
  return (
    <Drawing>
      <g opacity=".45">
        <circle cx="46" cy="38" r="9" />
        <path d="M28 76c0-12 7-20 18-20 5 0 9 2 12 4" />
        <circle cx="114" cy="38" r="9" />
        <path d="M132 76c0-12-7-20-18-20-5 0-9 2-12 4" />
      </g>
      <circle cx="80" cy="32" r="12" />
      <path d="M56 80c0-16 10-26 24-26s24 10 24 26z" />
    </Drawing>
  )
}
