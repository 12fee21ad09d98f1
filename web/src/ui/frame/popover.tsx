import { useState } from 'react'
import { later } from '../later.js'
import { Opener } from './opener.jsx'
import type { PopoverProps } from './popover-panel.jsx'

const panel = later(() => import('./popover-panel.jsx'))

/** A small panel below a button, which is shown at once. The panel is loaded after the page. */
export function Popover(props: PopoverProps) {
  const loaded = panel.use()
  const [isWanted, setWanted] = useState(false)
  if (loaded && isWanted) return <loaded.PopoverPanel {...props} />
  const open = () =>
    void panel.load().then(
      () => setWanted(true),
      () => undefined,
    )
  return <Opener button={props.trigger} popup="dialog" onOpen={open} />
}
