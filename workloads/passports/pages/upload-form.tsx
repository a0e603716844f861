/** Uploads a document from a file or as pasted text. */
import {
  answerOf,
  Choice,
  Field,
  FileField,
  Form,
  given,
  isRotaProblem,
  type RequestKeys,
  Segments,
  SourceField,
  useRequestKeys,
} from "@rota/dashboard";
import { client } from "./passport-api.ts";
import { DOCUMENT_BYTES_MAX, DOCUMENT_KINDS, type DocumentKind } from "../src/core/facts/parse-document.ts";
import { useRef, useState } from "preact/hooks";
import { contentOf, goTo, placeIn } from "./source-text.ts";

type Draft = {
  readonly kind: DocumentKind;
  readonly mimeType: string;
  readonly name: string;
  readonly from: "file" | "text";
  readonly text: string;
  readonly file: File | undefined;
};

const EMPTY: Draft = {
  kind: "DATA_MODEL",
  mimeType: "application/json",
  name: "",
  from: "file",
  text: "",
  file: undefined,
};

type UploadFormProps = { readonly tenant: string; readonly onUploaded: (documentVersionId: string) => void };

export function UploadForm({ tenant, onUploaded }: UploadFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [uploads, setUploads] = useState(0);
  const requestKeys = useRequestKeys();
  const area = useRef<HTMLTextAreaElement>(null);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const action = async () => {
    const documentVersionId = await upload({ tenant, draft, requestKeys });
    requestKeys.completed();
    change({ name: "", text: "", file: undefined });
    setUploads((count) => count + 1);
    onUploaded(documentVersionId);
  };
  return (
    <Form
      action={action}
      verb="Upload"
      help={(error) => (draft.from === "text" ? <PlaceButton error={error} area={area} /> : null)}
    >
      <Kinds draft={draft} onChange={change} />
      <Segments
        label="Where it is"
        choices={{ file: "A file", text: "Pasted text" }}
        chosen={draft.from}
        onChoose={(from) => change({ from })}
      />
      {draft.from === "file" ? (
        <FileField
          key={uploads}
          label="File"
          hint={LIMITS}
          accept=".json,.csv,application/json,text/csv"
          onFile={(file) => change({ file, name: draft.name === "" ? (file?.name ?? "") : draft.name })}
        />
      ) : (
        <SourceField
          label="Text of the document"
          lines={10}
          value={draft.text}
          onInput={(text) => change({ text })}
          area={area}
          isRequired
        />
      )}
    </Form>
  );
}

const LIMITS = `At most ${DOCUMENT_BYTES_MAX.toLocaleString("en")} bytes, and no more than the server takes in a request: serverBodyBytesMax, 1 MiB by default.`;

type KindsProps = { readonly draft: Draft; readonly onChange: (changes: Partial<Draft>) => void };

/** Choice of the document kind. Tables may be bills of materials and footprints. */
function Kinds({ draft: { kind, mimeType, name }, onChange }: KindsProps) {
  return (
    <div class="columns">
      <Choice
        label="Kind"
        options={DOCUMENT_KINDS.map((value) => ({ value, text: KINDS[value] }))}
        value={kind}
        onChoose={(value) => onChange({ kind: DOCUMENT_KINDS.find((known) => known === value) ?? "OTHER" })}
      />
      <Choice
        label="Type"
        options={[
          { value: "application/json", text: "JSON" },
          { value: "text/csv", text: "CSV, for bills of materials and footprints" },
        ]}
        value={mimeType}
        onChoose={(value) => onChange({ mimeType: value })}
      />
      <Field
        label="Name"
        value={name}
        onInput={(value) => onChange({ name: value })}
        hint="what it is called where it comes from; may be left out"
      />
    </div>
  );
}

const KINDS: Readonly<Record<DocumentKind, string>> = {
  BOM: "bill of materials",
  PCF: "carbon footprint",
  DUE_DILIGENCE: "due diligence report",
  DATA_MODEL: "of a published model, such as Catena-X battery_pass",
  OTHER: "another one: it is kept, nothing is read of it",
};

type PlaceButtonProps = { readonly error: unknown; readonly area: { readonly current: HTMLTextAreaElement | null } };

function PlaceButton({ error, area }: PlaceButtonProps) {
  const place = isRotaProblem(error) ? placeIn(error.message) : undefined;
  if (place === undefined) return null;
  return (
    <p>
      <button type="button" data-kind="link" onClick={() => goTo(area.current, place)}>
        Go to line {place.line}, column {place.column}
      </button>
    </p>
  );
}

type Upload = { readonly tenant: string; readonly draft: Draft; readonly requestKeys: RequestKeys };

/** Uploads a document and its version. A repeated run continues with the document that an earlier one created. */
async function upload({ tenant, draft, requestKeys }: Upload): Promise<string> {
  const { kind, mimeType, name, from, text, file } = draft;
  const bytes =
    from === "text"
      ? new TextEncoder().encode(text)
      : new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  const content = contentOf({ kind, mimeType, bytes });
  const described = { tenant, kind, ...given({ external_ref: name.trim() }) };
  const { document_id: documentId } = await answerOf(
    client.POST("/v1/documents", { params: { header: requestKeys.headerOf("document", described) }, body: described }),
  );
  const version = { content, mime_type: mimeType };
  const params = { path: { documentId }, header: requestKeys.headerOf("version", documentId, version) };
  const added = await answerOf(client.POST("/v1/documents/{documentId}/versions", { params, body: version }));
  return added.document_version_id;
}
