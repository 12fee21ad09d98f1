import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../../../test/blocks.js'
import { findPython } from '../../../test/python.js'
import { someHash, type TestAccount, useService } from '../service.js'

const run = promisify(execFile)
const program = await findPython()
const module = fileURLToPath(new URL('../../../sdk-python/', import.meta.url))
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-python-'))
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
  writeFileSync(join(folder, 'agreement.txt'), `agreed ${someHash()}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function python(script: string, env: Record<string, string> = {}): Promise<string> {
  const { clientId: CLIENT_ID, secretKey: SECRET_KEY } = ada
  const { stdout } = await run(program as string, ['-B', '-c', script], {
    cwd: folder,
    env: { ...process.env, BASE: service.url, CLIENT_ID, SECRET_KEY, PYTHONPATH: module, ...env },
  })
  return stdout
}

const begin = `
import os, json
from tallystick_client import *
service = Tallystick(os.environ["BASE"], os.environ["CLIENT_ID"], os.environ["SECRET_KEY"])
`

describe.runIf(program !== null)('the Python client', () => {
  it('does what its README shows', async () => {
    const [example = ''] = blocksOf('sdk-python/README.md', 'python')
    const output = await python(`${example}
print(proof["hash"] == stamp["hash"], len(results), len({one["id"] for one in results}))
print(len(list(service.stamps())), service.stamp(stamp["code"])["state"])
service.download(next(service.files(folder["_id"]))["_id"], "copy.txt")
print(open("copy.txt").read() == open("agreement.txt").read(), service.proof(stamp["code"], "pdf")[:5])
`)
    expect(output).toBe("['agreement.txt']\nTrue 2000 2000\n2001 final\nTrue b'%PDF-'\n")
  })

  it('reports refusals by message and code, without printing credentials, also for a body that is too large', async () => {
    const output = await python(
      `${begin}
import urllib.error, urllib.request
try: Tallystick("http://a", "x", "a\\nsecret")
except ValueError as error: print(error)
service.stamp_hash("${someHash()}", isPrivate=True)
digest = "${someHash()}"
service.stamp_hash(digest)
try: service.stamp_hash(digest)
except TallystickError as error: print(error.status, error.code, error, len(error.request_id) > 0)
try: Tallystick(os.environ["BASE"], "cl_none", "sk_none").stamp(digest)
except TallystickError as error: print(error.status, error.code)
# urllib sends all of a body before it reads.
headers = {"Authorization": "Bearer x", "Content-Type": "application/json"}
def refused(path, headers, size):
    try: urllib.request.urlopen(urllib.request.Request(os.environ["BASE"] + path, b" " * size, headers))
    except urllib.error.HTTPError as error: print(error.code, error.headers["Error-Code"])
refused("/multi-stamp", headers, 17 << 20)
headers["Authorization"] = os.environ["AUTH"]
refused("/multi-stamp", headers, 17 << 20)
refused("/hash", headers, 17 << 20)
refused("/nowhere", headers, 17 << 20)
`,
      { AUTH: ada.auth.authorization },
    )
    expect(output.split('\n')).toEqual([
      'secret_key: expected visible ASCII characters on one line, without spaces',
      '409 stamp_exists Stamp Already Exists True',
      '404 user_not_found',
      '401 token_invalid',
      '413 too_large',
      '413 too_large',
      '404 not_found',
      '',
    ])
  })

  it('retries requests that got no answer, and does nothing twice', async () => {
    const keys = new Map<string, number>()
    // The first answer to each request that creates something is lost; the second is a 503.
    const proxy = createServer(async (request, response) => {
      const { method, headers, url } = request
      const key = headers['idempotency-key'] as string | undefined
      const chunks = await request.toArray()
      const body = chunks.length > 0 ? Buffer.concat(chunks) : null
      const { host: _host, connection: _connection, ...passed } = headers as Record<string, string>
      const answer = await fetch(`${service.url}${url}`, { method: method as string, headers: passed, body })
      const seen = keys.get(key ?? '') ?? 0
      keys.set(key ?? '', seen + 1)
      const text = await answer.text()
      if (key !== undefined && seen === 0) request.socket.destroy()
      else if (key !== undefined && seen === 1) response.writeHead(503, { 'retry-after': '0' }).end()
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const BASE = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const folderName = `Python ${someHash()}`
    const script = `${begin}
made = service.stamp_hash("${someHash()}")
folder = service.create_folder("${folderName}")
service.upload("agreement.txt", folder["_id"])
print(service.stamp(made["code"])["hash"] == made["hash"], len(list(service.files(folder["_id"]))))
`
    expect(await python(script, { BASE })).toBe('True 1\n')
    proxy.close()
    expect([...keys].filter(([key]) => key !== '').map(([, count]) => count)).toEqual([3, 3, 3])
  })

  it('verifies deliveries, and refuses others', async () => {
    const secret = `whsec_${Buffer.from(someHash()).toString('base64')}`
    const body = JSON.stringify({ webhookId: 'w', actionId: 'a', action: 'succeed', data: { name: 'Ä' } })
    const at = new Date()
    const headers = {
      'Webhook-Id': 'a',
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
      'Webhook-Signature': new Webhook(secret).sign('a', at, body),
    }
    const script = `
import json, os
from tallystick_client import verify_webhook, WebhookError
headers, body, secret = json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode(), os.environ["SECRET"]
print(verify_webhook(headers, body, secret)["data"]["name"], verify_webhook(headers, body, ["whsec_" + "A" * 32, secret])["action"])
for given in ({**headers, "Webhook-Timestamp": "1"}, {}, {**headers, "Webhook-Id": "b"}):
    try: print(verify_webhook(given, body, secret))
    except WebhookError as error: print(error)
`
    expect(await python(script, { HEADERS: JSON.stringify(headers), BODY: body, SECRET: secret })).toBe(
      'Ä succeed\nthe request was not signed just now\nthe header webhook-id is missing\n' +
        'no signature of the request matches: check the secret\n',
    )
  })
})
