import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../../../test/tier.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dialects } from './dialects.js'
import { speaking } from './speaking.js'
import { expectProven, stampMany } from './stamps.js'

/** Each rule once; the others in the long tier. */
const short = ['QBFT (Besu, GoQuorum)', 'AuRa (OpenEthereum, Nethermind)', 'Avalanche C-Chain', 'Arbitrum Nitro']
const names = sized({ short, long: Object.keys(dialects) })

it('has a row in docs/networks.md for each chain', () => {
  const rows = readFileSync(new URL('../../../docs/networks.md', import.meta.url), 'utf8')
  for (const name of Object.keys(dialects)) expect(rows).toContain(`\n| ${name}`)
})

describe.each(names)('a chain like %s', (name) => {
  const service = useOwnService({}, undefined, speaking(dialects[name]!))
  let ada: TestAccount

  beforeAll(async () => {
    ada = await service.account()
  })

  it('makes stamps final, with proofs that verify', async () => {
    const count = sized({ short: 20, long: 500 })
    await expectProven(service, ada, await stampMany(service, ada, count))
    const { evidence } = (await service.call('GET', '/network', undefined, ada.auth)).body.data
    expect(evidence).toMatchObject({ kinds: [dialects[name]!.evidence ?? 'transaction'], problem: null })
  })
})
