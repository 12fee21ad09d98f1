import type { Visitor } from './visitor.js'

/** Opens `/verify` and waits until all of it is loaded, its workers included, so that it works offline. */
export async function openVerify({ page, open }: Visitor): Promise<void> {
  // The workers start after the page; each is one file.
  const workers = ['hash', 'check'].map(async (name) => {
    const response = await page.waitForResponse((response) => response.url().includes(`/${name}-worker-`))
    await response.finished()
  })
  await Promise.all([...workers, open('/verify')])
}
