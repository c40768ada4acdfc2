// Runs before the first paint, so that no page flashes in the wrong theme; lib/settings.ts reads the same keys.
try {
  const root = document.documentElement
  root.dataset.theme = localStorage.getItem('theme') || 'auto'
  root.lang = localStorage.getItem('locale') || 'zh-CN'
} catch {
  // Storage may be forbidden; the defaults stand.
}
