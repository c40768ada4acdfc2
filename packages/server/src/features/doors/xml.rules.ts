/** Escapes text for XML 1.0, between tags and in attributes. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Replaces characters that XML does not allow, and writes line breaks as numeric references, since attributes would normalize them. */
export const escapeXml = (value: string | number | boolean): string =>
  String(value)
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
