import { type RefCallback, useCallback } from 'react'

const gapPx = 12

/**
 * Publishes the height of an element fixed to the bottom of the window as a property of the page, for everything stacked above
 * it. From the bottom: uploads (`--dock`), cut or selected items (`--bar`), toasts.
 */
export function useBottomEdge(property: '--dock' | '--bar'): RefCallback<HTMLElement> {
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
