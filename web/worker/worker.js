/*
 * Keeps the pages that hash and verify, so that they open without a network, and takes files that another app shares. Pages come from
 * the network while there is one; answers about stamps, files and accounts are never kept. See docs/design/0036-offline.md.
 *
 * The build fills in the files and its name.
 */
const build = 'BUILD'
/** Files of the page, by their paths; those in `assets` are named after their content. */
const files = ['FILES']
/** The page of everyone, which shows the screen of its address. */
const page = '/verify'
const cacheName = `tallystick ${build}`
/** Cached answers fit whatever a request accepts. */
const fits = { ignoreVary: true }

/** Kept all at once or not at all: a page opens only with the files of its own build. */
async function keepFiles() {
  const answer = await fetch(page, { cache: 'no-cache', credentials: 'omit' })
  const html = await answer.clone().text()
  // While the service is updated, it may send pages of one build and files of another. The browser tries again later.
  if (!answer.ok || !html.includes(build)) throw new Error('the page is of another build')
  const cache = await caches.open(cacheName)
  await cache.addAll(files)
  await cache.put(page, answer)
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
}

const kept = async (address) => (await caches.open(cacheName)).match(address, fits)

/** Addresses that answer with a page. Downloads, proofs and badges aren't pages. */
const isPage = (path) =>
  /^\/(verify\/?|s\/[^/]+\/?|portal(\/.*)?)?$/.test(path) && !/^\/portal\/(api|assets)\//.test(path)

/** Shared files wait here, in memory alone, until the page that they open asks for them. */
let shared = []
let onTaken = () => {}
/** Someone may have to log in first. */
const waitMs = 120_000

async function share(event) {
  const form = await event.request.formData()
  shared = form.getAll('files')
  // A browser ends a worker that has nothing to do.
  event.waitUntil(
    new Promise((resolve) => {
      onTaken = resolve
      setTimeout(resolve, waitMs)
    }).then(() => {
      shared = []
    }),
  )
  return Response.redirect('/portal/stamps/new?shared=true', 303)
}

addEventListener('install', (event) => event.waitUntil(keepFiles()))
addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
addEventListener('message', ({ data, source }) => {
  if (data !== 'shared') return
  source.postMessage({ shared })
  onTaken()
})
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === '/portal/share') return event.respondWith(share(event))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(fetch(request).catch(async () => (await kept(page)) ?? Response.error()))
  } else if (files.includes(pathname)) {
    const isOfContent = pathname.startsWith('/portal/assets/')
    event.respondWith(
      isOfContent
        ? kept(pathname).then((answer) => answer ?? fetch(request))
        : fetch(request).catch(async () => (await kept(pathname)) ?? Response.error()),
    )
  }
})
