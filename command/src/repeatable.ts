/** Collects the values of an option that may be given several times. */
export const collect = (value: string, before: readonly string[] = []) => [...before, value]
