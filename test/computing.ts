/**
 * Returns the processor time that work takes in this process, in milliseconds: of a few rounds the best, without what the compiler
 * and the garbage collection add. Compare it with that of other work: alone it tells the machine's speed.
 */
export async function computingMs(work: () => unknown, rounds = 3): Promise<number> {
  const times: number[] = []
  while (times.length < rounds) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}
