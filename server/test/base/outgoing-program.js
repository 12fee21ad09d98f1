// Sends a request to an address by a proxy, and prints the answer.
import { exchangeBy } from '../../build/base/outgoing/exchange.js'

const [, , proxy, address] = process.argv
const asked = { method: 'GET', headers: {}, timeoutMs: 600_000, bytesMax: 1000 }
const { status, body } = await exchangeBy({ https: proxy, direct: [] })(address, asked)
process.stdout.write(`${status} ${body}`)
