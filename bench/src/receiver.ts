import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A webhook receiver: accepts every delivery and counts the different ones. Prints its port, then the count for every line of input.

const seen = new Set<string>()
const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    seen.add(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.stdin.on('data', () => process.stdout.write(`${seen.size}\n`))
