import { createClient } from 'tallystick'
import { sessionToken } from './session.js'

/** The service, as whoever is logged in. Screens speak through it alone, so that each of them is something customers can do. */
export const client = createClient({ baseUrl: location.origin, token: sessionToken })
