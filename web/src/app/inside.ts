/** Where the portal's pages are. */
export const portalPath = '/portal'

/**
 * Returns an address of the portal as it was given, undefined for every other: a link to the login must not lead elsewhere. It has to
 * be inside as it stands and below the portal, because browsers drop tabs and newlines, read a backslash as a slash, and resolve dots.
 * @param value a path below the portal, as its router has them
 * @param origin that of the page
 */
export function inside(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const isInside = [value, `${portalPath}${value}`].every(
    (path) => URL.canParse(path, origin) && new URL(path, origin).origin === origin,
  )
  return isInside && new URL(`${portalPath}${value}`, origin).pathname.startsWith(`${portalPath}/`) ? value : undefined
}
