/**
 * Lets a random time of up to `withinMs` pass: for kills at any moment. Nothing may depend on which moment it is, so it isn't scaled
 * with the machine.
 *
 * @param random a source of the run's seed (`seeded`)
 */
export function atSomeMoment(random: () => number, withinMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, random() * withinMs))
}
