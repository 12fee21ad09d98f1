import { type Payload, ServiceError } from '@tallystick/sdk'

/** A device that waits to be connected. */
export type Device = Payload<'get', '/account/devices/{userCode}'>

/** Path parameters that select one device. */
export const pathOf = (userCode: string) => ({ params: { path: { userCode } } })

/** Returns whether the service says that no device waits with the code: it never did, was decided, or has waited too long. */
export function isGone(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'device_not_found'
}
