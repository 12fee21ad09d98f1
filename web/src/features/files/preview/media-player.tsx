import { type SyntheticEvent, useRef, useState } from 'react'
import { client } from '../../../session/client.js'
import { useTranslation } from '../../../texts/translation.js'
import { localUrl } from '../../../ui/values/save-url.js'
import type { FileDetails } from '../model/items.js'

type MediaEvent = SyntheticEvent<HTMLMediaElement>

/**
 * Plays a recording or a film, which the browser requests range by range. Its signed URL may expire meanwhile: playing then goes on
 * with a new one.
 */
export function MediaPlayer({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const [url, setUrl] = useState(localUrl(file.file.url))
  const [isPlayable, setPlayable] = useState(true)
  const at = useRef({ seconds: 0, isPlaying: false, isOpen: false })

  /** Asks for a new URL. A URL that never worked hasn't expired: the browser can't play the content. */
  const renew = async () => {
    if (!at.current.isOpen) return setPlayable(false)
    at.current.isOpen = false
    try {
      const { file: fresh } = await client.get('/api/files/{fileId}', { params: { path: { fileId: file._id } } })
      setUrl(localUrl(fresh.url))
    } catch {
      setPlayable(false)
    }
  }
  const player = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': t('preview', { name: file.fileName }),
    onLoadedMetadata: ({ currentTarget: element }: MediaEvent) => {
      at.current.isOpen = true
      if (at.current.seconds > 0) element.currentTime = at.current.seconds
      if (at.current.isPlaying) void element.play()
    },
    onTimeUpdate: ({ currentTarget: element }: MediaEvent) => {
      at.current.seconds = element.currentTime
    },
    onPlay: () => {
      at.current.isPlaying = true
    },
    onPause: () => {
      at.current.isPlaying = false
    },
    onError: () => void renew(),
  }
  return (
    <figure className="flex justify-center overflow-hidden rounded-2xl border border-line bg-sunken p-3 sm:p-4">
      {!isPlayable ? (
        <p className="p-3 text-center text-soft">{t('media.failed')}</p>
      ) : file.file.mimetype.startsWith('video/') ? (
        <video {...player} playsInline className="max-h-[65dvh] w-full rounded-md bg-black" />
      ) : (
        <audio {...player} className="w-full max-w-xl" />
      )}
    </figure>
  )
}
