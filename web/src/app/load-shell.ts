import { withTexts } from './loading.js'

/** Loads the frame of the pages behind the login, and their texts. */
export const loadShell = withTexts(() => import('./shell.jsx'))
