import { accountsRoomOn } from './accounts/open.js'
import { RoomList } from './base/room.js'
import { browseRoom } from './browse/open.js'
import { certificatesRoom } from './certificates/open.js'
import { filesRoom } from './files/open.js'
import { foldersRoom } from './folders/open.js'
import { ledgerRoom } from './ledger/open.js'
import { protocolsRoom } from './protocols/open.js'
import type { FullGround } from './roof/ground.js'
import { stampsRoom } from './stamps/open.js'
import { storageRoomOn } from './storage/open.js'
import { uploadsRoom } from './uploads/open.js'
import { webhooksRoom } from './webhooks/open.js'
import { witnessesRoom } from './witnesses/open.js'

/** The rooms of the service, in order. A new kind of entry is one more line: see docs/extending.md. */
export const rooms = roomsOn(storageRoomOn(), accountsRoomOn())

/** The rooms, with given ones for storage and accounts. */
export function roomsOn(
  storageRoom: ReturnType<typeof storageRoomOn>,
  accountsRoom: ReturnType<typeof accountsRoomOn>,
) {
  return RoomList.on<FullGround>()
    .add(storageRoom)
    .add(accountsRoom)
    .add(ledgerRoom)
    .add(witnessesRoom)
    .add(certificatesRoom)
    .add(stampsRoom)
    .add(foldersRoom)
    .add(filesRoom)
    .add(browseRoom)
    .add(uploadsRoom)
    .add(webhooksRoom)
    .add(protocolsRoom)
}
