import { createClient } from 'tallystick'
import { sessionToken } from './session.js'

/** The API as the current session. Screens use nothing else, so customers can do everything they do. */
export const client = createClient({ baseUrl: location.origin, token: sessionToken })
