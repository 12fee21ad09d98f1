import { Tallystick, type TallystickOptions } from '@tallystick/sdk'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestService } from '../service.js'
import { UnreliableProxy } from './unreliable-proxy.js'

/** Puts a proxy before the service, which passes everything on until a test says otherwise. */
export function useProxy(service: TestService): UnreliableProxy {
  const proxy = new UnreliableProxy()
  beforeAll(async () => {
    await proxy.listen()
    proxy.target = service.url
  })
  beforeEach(() => proxy.heal())
  afterAll(() => proxy.close())
  return proxy
}

/** Creates an account and returns the service as it sees it, through the proxy. */
export async function someAccount(
  service: TestService,
  { url: baseUrl }: { url: string },
  options: Omit<TallystickOptions, 'client'> = {},
): Promise<Tallystick> {
  const { clientId, secretKey } = await service.account()
  return new Tallystick({ baseUrl, clientId, secretKey, ...options })
}

/** Reads all of something that can be iterated. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
