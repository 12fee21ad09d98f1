import { useEffect, useRef } from 'react'

/** Files that another app shared, until a page takes them. In memory alone. */
let waiting: File[] = []
let taker: ((files: File[]) => void) | null = null

/** Fetches the files that opened this page from the worker, which received them. To be called once, before a login takes its time. */
export function fetchShared(): void {
  if (!new URLSearchParams(location.search).has('shared') || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ shared?: File[] }>) => {
    waiting.push(...(data.shared ?? []))
    handOver()
  })
  navigator.serviceWorker.startMessages()
  navigator.serviceWorker.controller?.postMessage('shared')
}

function handOver(): void {
  if (!taker || waiting.length === 0) return
  const files = waiting
  waiting = []
  taker(files)
}

/** Takes the files that another app shared. */
export function useSharedFiles(take: (files: File[]) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    taker = (files) => latest.current(files)
    handOver()
    return () => {
      taker = null
    }
  }, [])
}
