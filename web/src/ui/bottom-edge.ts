import { type RefCallback, useCallback } from 'react'

const gapPx = 12

/**
 * For what lies fixed at the bottom of the window: tells its height to all that would come to lie on it, as a property of the page.
 * Uploads (`--dock`) are lowest, above them what is being moved (`--held`), above both the messages.
 */
export function useBottomEdge(property: '--dock' | '--held'): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight + gapPx}px`))
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(property)
      }
    },
    [property],
  )
}
