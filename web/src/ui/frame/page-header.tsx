import { type ReactNode, useEffect } from 'react'

interface PageHeaderProps {
  /** Also the page's title in the tab. */
  title: string
  /** One sentence about the page. */
  text?: ReactNode
  /** Above the title: breadcrumbs or a link back. */
  above?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
}

/** Header of every page, with its only h1. */
export function PageHeader({ title, text, above, actions }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 grow basis-64">
        {above ? <div className="mb-2 text-sm text-soft">{above}</div> : null}
        <h1 className="text-2xl font-semibold break-words">{title}</h1>
        {text ? <p className="mt-1.5 max-w-prose text-soft">{text}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  )
}

/** Sets the page's title in the tab and the history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tallystick`
  }, [title])
}
