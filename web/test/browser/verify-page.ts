import type { Visitor } from './visitor.js'

/** Opens `/verify` and waits until all of it is loaded, its workers included, so that it works offline. */
export async function openVerify({ page, open }: Visitor): Promise<void> {
  // The workers start after the page, by when the network may have been idle.
  const workers = ['hash', 'check'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/${name}-worker-`)),
  )
  await Promise.all([...workers, open('/verify')])
  await page.waitForLoadState('networkidle')
}
