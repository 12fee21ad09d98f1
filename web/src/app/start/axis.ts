const factors = [2, 3, 4, 5, 6, 8, 10]

/** Returns a round number that isn't below, and whose half is whole: the end of an axis. */
export function axisTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    const top = factors.map((factor) => factor * power).find((end) => end % 2 === 0 && most <= end)
    if (top !== undefined) return top
  }
}
