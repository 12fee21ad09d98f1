/** Sends a request to the service and returns its data. @throws Error when it is refused */
export async function ask<Data>(
  { port, token }: { port: number; token: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  return (JSON.parse(text) as { data: Data }).data
}
