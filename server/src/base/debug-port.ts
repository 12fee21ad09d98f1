/** Options of Node that keep SIGUSR1 from opening a debug port: since Node 22.14. */
export const debugOptions: readonly string[] = ['--disable-sigusr1'].filter((option) =>
  process.allowedNodeEnvironmentFlags.has(option),
)

/**
 * Ignores SIGUSR1, on which Node would open a debug port: through it, every program on the machine that may connect to loopback could read
 * the keys. A handler takes the place of Node's own, in versions without the option, too.
 */
export function closeDebugPort(): void {
  process.on('SIGUSR1', () => undefined)
}
