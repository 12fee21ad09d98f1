import { accountsRoomOn } from './accounts/open.js'
import { RoomList } from './base/room.js'
import { browse } from './browse/open.js'
import { certificates } from './certificates/open.js'
import { clock } from './clock/open.js'
import { files } from './files/open.js'
import { folders } from './folders/open.js'
import { ledger } from './ledger/open.js'
import { protocols } from './protocols/open.js'
import type { FullGround } from './roof/ground.js'
import { stamps } from './stamps/open.js'
import { storageRoomOn } from './storage/open.js'
import { uploads } from './uploads/open.js'
import { webhooks } from './webhooks/open.js'
import { witnesses } from './witnesses/open.js'

/** The rooms of the service, in order. A new kind of entry is one more line: see docs/extending.md. */
export const rooms = roomsOn(storageRoomOn(), accountsRoomOn())

/** The rooms, with given ones for storage and accounts. */
export function roomsOn(storage: ReturnType<typeof storageRoomOn>, accounts: ReturnType<typeof accountsRoomOn>) {
  return RoomList.on<FullGround>()
    .add(clock)
    .add(storage)
    .add(accounts)
    .add(ledger)
    .add(witnesses)
    .add(certificates)
    .add(stamps)
    .add(folders)
    .add(files)
    .add(browse)
    .add(uploads)
    .add(webhooks)
    .add(protocols)
}
