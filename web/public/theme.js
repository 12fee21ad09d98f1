// Runs before the first paint, so that a dark page never flashes white.
const kept = () => {
  try {
    return localStorage.getItem('tallystick.theme')
  } catch {
    // Denied to a frame in another site's page.
    return null
  }
}
const chosen = kept()
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)
