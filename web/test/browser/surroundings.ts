import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { downloading } from '../../../test/waits.js'
import type { Surroundings } from './global-setup.js'

/** The browser may have to be downloaded, so not by `fetch`, which would give up after five minutes. */
const asked = new Promise<Surroundings>((resolve, reject) => {
  const request = get(inject('surroundingsUrl'), async (response) => {
    const answer = await text(response)
    if (response.statusCode === 200) resolve(JSON.parse(answer) as Surroundings)
    else reject(new Error(answer))
  })
  request.once('error', reject)
})
const { portalUrl, dataDir, firstClient, logPath, browser } = await downloading('the portal and a browser', asked)

export { browser, dataDir, firstClient, logPath, portalUrl }
