/** Ends `"$@"` when stdin closes, and itself when `"$@"` ends, with its exit code. */
const guard = (signal: string) => `
exec 3<&0
"$@" </dev/null 3<&- & program=$!
{ read -r _; kill -${signal} $program; } <&3 2>/dev/null & reader=$!
exec 3<&-
{ wait $program; } 2>/dev/null
code=$?
kill $reader 2>/dev/null
exit $code`

/**
 * Returns a command that ends with the process that starts it, however that ends: when its stdin closes, the program gets the signal. The
 * program's own stdin is empty.
 *
 * @example
 * const child = spawn(...guarded('TERM', ['node', 'main.js']), { stdio: ['pipe', 'inherit', 'inherit'] })
 * child.stdin.end()
 */
export function guarded(
  signal: 'INT' | 'KILL' | 'TERM',
  command: readonly string[],
): [program: string, args: readonly string[]] {
  return ['sh', ['-c', guard(signal), 'sh', ...command]]
}
