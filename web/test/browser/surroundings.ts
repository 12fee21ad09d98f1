import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { Surroundings } from './global-setup.js'

/** No timeout: `fetch` would give up after five minutes. */
const { portalUrl, dataDir, firstClient, logPath, browser } = await new Promise<Surroundings>((resolve, reject) => {
  const request = get(inject('surroundingsUrl'), async (response) => {
    const answer = await text(response)
    if (response.statusCode === 200) resolve(JSON.parse(answer) as Surroundings)
    else reject(new Error(answer))
  })
  request.once('error', reject)
})

export { browser, dataDir, firstClient, logPath, portalUrl }
