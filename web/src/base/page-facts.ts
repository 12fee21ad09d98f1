/** Facts that the service writes into the page, so that every page knows them even offline. */
interface PageFacts {
  network: { name: string; chain: string; isPrivate: boolean; contract: string }
  operator: { name?: string; imprint?: string; privacy?: string }
}

/** The facts in this page. */
export const pageFacts: PageFacts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=tallystick]')?.content ||
    '{"network":{"name":"","chain":"","isPrivate":true,"contract":""},"operator":{}}',
) as PageFacts
