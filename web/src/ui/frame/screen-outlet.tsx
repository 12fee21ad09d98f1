import { Outlet, useChildMatches } from '@tanstack/react-router'

/**
 * The screen below a frame. A screen of another route replaces it as a whole: one that takes long to load suspends, and Preact
 * would keep the screen before it rendering out of sight, where the router no longer knows that screen's parameters.
 */
export function ScreenOutlet() {
  const route = useChildMatches({ select: (matches) => matches[0]?.routeId })
  return <Outlet key={route} />
}
