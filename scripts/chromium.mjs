/** Finds the Chromium for browser tests; on Debian as root it installs the distribution's package. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  process.env.CHROMIUM_PATH,
  // Has no window system, and uses a sixth less CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns `{ path }`, or `{ missing }` with how to get one. */
export function findChromium() {
  const found = candidates.find((path) => path && existsSync(path))
  if (found) return { path: found }
  if (canInstall()) {
    install()
    const installed = candidates.find((path) => path && existsSync(path))
    if (installed) return { path: installed }
  }
  return { missing: 'no Chromium found: install one, or set CHROMIUM_PATH to its program' }
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

function install() {
  console.log('Installing Chromium and CJK fonts from Debian …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    // Older releases have no package of the headless shell.
    const isThere = ['chromium-headless-shell', 'chromium'].some(
      (name) =>
        spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], {
          stdio: 'ignore',
          env,
        }).status === 0,
    )
    if (!isThere) console.log('apt-get could not install Chromium')
  } catch (cause) {
    console.log(`apt-get failed: ${cause}`)
  }
}
