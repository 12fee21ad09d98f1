import { useEffect, useState } from 'react'
import { later } from '../later.js'
import type { MenuChecksProps, MenuChoiceProps, MenuItemProps, MenuProps } from './menu-list.jsx'
import { Opener } from './opener.jsx'

const list = later(() => import('./menu-list.jsx'))

/**
 * A menu of {@link MenuItem}s, {@link MenuChoice}s or {@link MenuChecks}, with a {@link MenuLine} between groups. Its button is
 * shown at once, its list is loaded after the page.
 */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState<{ byKey: boolean; loaded: typeof import('./menu-list.jsx') } | null>(null)
  useEffect(list.prepare, [])
  if (wanted) return <wanted.loaded.MenuList {...props} opened={wanted} />
  const open = (byKey: boolean) =>
    void list.load().then(
      (loaded) => setWanted({ byKey, loaded }),
      () => undefined,
    )
  return <Opener button={props.trigger} popup="menu" onOpen={open} />
}

/** An action in a menu. */
export function MenuItem(props: MenuItemProps) {
  const loaded = list.use()
  return loaded ? <loaded.MenuItem {...props} /> : null
}

/** Any number of a few options, inside a menu, which stays open. */
export function MenuChecks<Value extends string>(props: MenuChecksProps<Value>) {
  const loaded = list.use()
  return loaded ? <loaded.MenuChecks {...props} /> : null
}

/** A choice between a few options, inside a menu. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const loaded = list.use()
  return loaded ? <loaded.MenuChoice {...props} /> : null
}

/** A separator between groups. */
export function MenuLine() {
  const loaded = list.use()
  return loaded ? <loaded.MenuLine /> : null
}
