/**
 * Whether the command line is in the package registry. While it isn't, every text names the program that the service itself serves:
 * an unpublished name could be taken by anyone.
 */
export const isPublished = false

/** Returns the beginning of the command that runs the verifier. */
export function verifierCommand(published: boolean = isPublished): string {
  return published ? 'npx tallystick' : 'node tallystick.mjs'
}
