/** Reads PostgreSQL's array literals, such as {1,NULL,"a,b"} or {{1,2},{3,4}}. */

export function parseArray(text: string, parseElement: (text: string) => unknown): unknown[] {
  const start = text.indexOf("{"); // an array whose first index is not 1 says so before it: [0:1]={a,b}
  return readArray({ text, parseElement, position: start + 1 });
}

type Reader = { readonly text: string; readonly parseElement: (text: string) => unknown; position: number };

/** Reads up to the closing brace; the opening one has been read. */
function readArray(reader: Reader): unknown[] {
  const elements: unknown[] = [];
  while (reader.position < reader.text.length) {
    const character = reader.text[reader.position];
    if (character === "}") {
      reader.position++;
      return elements;
    }
    if (character === ",") reader.position++;
    else elements.push(readElement(reader, character));
  }
  throw new TypeError("the server sent an array without an end");
}

function readElement(reader: Reader, first: string | undefined): unknown {
  if (first === "{") {
    reader.position++;
    return readArray(reader);
  }
  if (first === '"') return reader.parseElement(readQuoted(reader));
  const bare = readBare(reader);
  return bare === "NULL" ? null : reader.parseElement(bare);
}

function readQuoted(reader: Reader): string {
  let content = "";
  let from = ++reader.position;
  for (; reader.text[reader.position] !== '"'; reader.position++) {
    if (reader.position >= reader.text.length) throw new TypeError("the server sent an array with an open quote");
    if (reader.text[reader.position] !== "\\") continue;
    content += reader.text.slice(from, reader.position);
    from = ++reader.position; // the escaped character itself is taken as it is
  }
  content += reader.text.slice(from, reader.position);
  reader.position++;
  return content;
}

function readBare(reader: Reader): string {
  const from = reader.position;
  while (reader.position < reader.text.length && !",}".includes(reader.text[reader.position] ?? "")) reader.position++;
  return reader.text.slice(from, reader.position);
}
