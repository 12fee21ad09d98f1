import { later } from '../later.js'
import type { ToastOptions } from './toast-shelf.jsx'

const shelf = later(() => import('./toast-shelf.jsx'))

/** Shows a toast. Works outside components, too. One that can't be loaded, without a network, is over at once. */
export function showToast(options: ToastOptions): void {
  shelf.load().then(
    ({ addToast }) => addToast(options),
    () => options.onClose?.(),
  )
}

/** Renders the toasts, once beside the application. They are loaded after the page. */
export function Toasts() {
  const loaded = shelf.use()
  return loaded ? <loaded.ToastShelf /> : null
}
