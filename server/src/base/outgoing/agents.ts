import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { type Proxies, proxyFor, type Target } from './proxies.js'
import { tunnel } from './tunnel.js'

/** Connections of Node's clients that leave through the proxies, kept open for the next request. */
export interface Agents {
  http: HttpAgent
  https: HttpsAgent
}

/** Returns agents for Node's own clients, and for the libraries that take them. */
export function agentsOf(proxies: Proxies | undefined, options: AgentOptions): Agents {
  return {
    http: tunnelling(new HttpAgent({ keepAlive: true, ...options }), 'http:', proxies),
    https: tunnelling(new HttpsAgent({ keepAlive: true, ...options }), 'https:', proxies),
  }
}

/** Documented for agents, and missing in their types. */
interface Connects {
  createConnection(
    options: { host?: string; port?: number | string; socket?: Duplex },
    done: (error: Error | null, socket?: Duplex) => void,
  ): Duplex | undefined
}

function tunnelling<A extends HttpAgent>(agent: A, protocol: Target['protocol'], proxies: Proxies | undefined): A {
  const connects = agent as A & Connects
  const direct = connects.createConnection.bind(agent)
  connects.createConnection = (options, done) => {
    const target = { protocol, host: options.host ?? 'localhost', port: Number(options.port) }
    const proxy = proxyFor(target, proxies)
    if (proxy === undefined) return direct(options, done)
    tunnel(proxy, target).then((socket) => {
      // Encrypted inside of the tunnel: the certificate is that of the target.
      done(null, protocol === 'https:' ? direct({ ...options, socket }, () => undefined) : socket)
    }, done)
    return undefined
  }
  return agent
}
