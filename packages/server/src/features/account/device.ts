/** Names browser and system of a User-Agent. */

/** For example `Firefox on Linux`; empty if nothing is known. */
export function deviceOf(userAgent: string): string {
  const nameIn = (table: Table) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(' on ')
}

type Table = readonly (readonly [RegExp, string])[]

/** The first match counts: derived browsers append their own name. */
const browsers: Table = [
  [/\bEdg(e|A|iOS)?\//, 'Microsoft Edge'],
  [/\b(OPR|OPT|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bM?QQBrowser\//, 'QQ Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Most browsers on iPads claim to be on a Mac, and are reported as such. */
const systems: Table = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chrome OS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
