/** The rows of a CSV file by its header, as a spreadsheet program reads them. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  for (let at = 0; at < plain.length; at += 1) {
    const letter = plain[at] ?? '';
    if (isQuoted && letter === '"' && plain[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted || (letter !== ',' && letter !== '\n')) cell += letter;
    else {
      end();
      if (letter === '\n') rows.push([]);
    }
  }
  end();
  const [header = [], ...lines] = rows.filter((row) => row.length > 1);
  return lines.map((row) =>
    Object.fromEntries(header.map((name, place) => [name, (row[place] ?? '').replace(/^'/, '')])),
  );
}
