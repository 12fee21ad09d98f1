import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { root } from '../../../test/sources.js'
import { useService } from '../service.js'
import { usePerson } from './command.js'

// GNOME's keyring as the Secret Service of a session of its own.

const service = useService()
const { folder, env } = usePerson()
let debian: DebianPrograms | null
beforeAll(async () => {
  debian = await debianPrograms(['dbus-daemon', 'gnome-keyring', 'libsecret-tools'])
})

const bus = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

/** The keyring does not end with its session. The command gets none of the libraries of the packages. */
const script = `
set -eu
cd "$HOME"
ours() { env LD_LIBRARY_PATH="$LIBRARIES" "$@"; }
tallystick() { "$NODE" "$COMMAND" "$@"; }
printf password > password
env LD_LIBRARY_PATH="$LIBRARIES" gnome-keyring-daemon --unlock --components=secrets --foreground < password > /dev/null &
trap "kill $!" EXIT
until ours dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner \\
  string:org.freedesktop.secrets > /dev/null 2>&1; do sleep 0.1; done
printf %s "$SECRET_KEY" | tallystick login --url "$URL" --client-id "$CLIENT_ID" --secret-key-stdin --json
ours secret-tool lookup service tallystick username default
echo
tallystick list
tallystick logout
ours secret-tool lookup service tallystick username default || echo forgotten`

it("keeps the key in the system's store, and removes it from there", async ({ skip }) => {
  if (!debian) return skip(noDebian)
  const { clientId, secretKey } = await service.account()
  writeFileSync(join(folder, 'bus.conf'), bus)
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  const { TALLYSTICK_KEY_STORE: _, ...own } = env
  const given = { URL: service.url, CLIENT_ID: clientId, SECRET_KEY: secretKey }
  const { stdout } = await promisify(execFile)(
    debian.path('dbus-run-session'),
    ['--dbus-daemon', debian.path('dbus-daemon'), '--config-file', join(folder, 'bus.conf'), '--', 'sh', '-c', script],
    {
      env: {
        ...own,
        ...given,
        PATH: debian.env.PATH,
        LIBRARIES: debian.env.LD_LIBRARY_PATH,
        XDG_RUNTIME_DIR: join(folder, 'run'),
        XDG_DATA_HOME: join(folder, 'data'),
        NODE: process.execPath,
        COMMAND: join(root, 'command/bin/tallystick.js'),
      },
    },
  )
  const [login, kept, ...rest] = stdout.split('\n')
  expect([JSON.parse(`${login}`), kept, rest]).toEqual([
    expect.objectContaining({ clientId, keyIn: 'system' }),
    secretKey,
    ['forgotten', ''],
  ])
  expect(readFileSync(join(folder, '.config/tallystick/profiles.json'), 'utf8')).not.toContain(secretKey)
})
