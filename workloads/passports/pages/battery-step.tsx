/** Shows the third step of a new passport: the product, or one battery of it. */
import {
  answerOf,
  Card,
  Choice,
  Facts,
  Field,
  Form,
  given,
  LackingRole,
  Segments,
  Shown,
  useMay,
  useRequestKeys,
  useResource,
} from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, CHOICES_MAX, loadPassport, type Product } from "./passport-api.ts";

type BatteryStepProps = {
  readonly tenant: string;
  readonly passportId: string | undefined;
  readonly onChange: (passportId: string | undefined) => void;
};

export function BatteryStep({ tenant, passportId, onChange }: BatteryStepProps) {
  return (
    <Card title="3. Battery" note="a product, or one battery of it">
      {passportId === undefined ? (
        <NewBattery tenant={tenant} onMade={onChange} />
      ) : (
        <PassportInHand passportId={passportId} onPutAway={() => onChange(undefined)} />
      )}
    </Card>
  );
}

function NewBattery({ tenant, onMade }: { readonly tenant: string; readonly onMade: (passportId: string) => void }) {
  const products = useResource(`products of ${tenant}`, async (signal) => {
    const params = { query: { tenant, limit: CHOICES_MAX } };
    return (await answerOf(client.GET("/v1/battery-products", { params, signal }))).items;
  });
  return (
    <Shown of={products}>
      {(items) => <BatteryForm key={tenant} tenant={tenant} products={items} onMade={onMade} />}
    </Shown>
  );
}

type PassportInHandProps = { readonly passportId: string; readonly onPutAway: () => void };

function PassportInHand({ passportId, onPutAway }: PassportInHandProps) {
  const loaded = useResource(`passport ${passportId}`, (signal) => loadPassport(passportId, signal));
  return (
    <div class="stack">
      <Shown of={loaded}>
        {({ passport, product }) => (
          <Facts
            facts={{
              Passport: <a href={`passports/${passportId}`}>{passportId}</a>,
              Product: `${product.sku}, ${product.name}`,
              "Serial number": passport.serial_number ?? "none: it is of the product",
              GTIN: passport.gtin,
            }}
          />
        )}
      </Shown>
      <div class="row">
        <button type="button" onClick={onPutAway}>
          Another battery
        </button>
      </div>
    </div>
  );
}

type Draft = {
  readonly of: "known" | "new";
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly serialNumber: string;
  readonly gtin: string;
};

type BatteryFormProps = {
  readonly tenant: string;
  readonly products: readonly Product[];
  readonly onMade: (passportId: string) => void;
};

function BatteryForm({ tenant, products, onMade }: BatteryFormProps) {
  const [first] = products;
  const [draft, setDraft] = useState<Draft>({
    of: first === undefined ? "new" : "known",
    productId: first?.battery_product_id ?? "",
    sku: "",
    name: "",
    serialNumber: "",
    gtin: "",
  });
  const requestKeys = useRequestKeys();
  const mayCreate = useMay("admin");
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  /** Creates the product and its passport. A repeated run continues with the product that an earlier one created. */
  const create = async () => {
    const { of, productId, sku, name, serialNumber, gtin } = draft;
    const product = { tenant, sku: sku.trim(), name: name.trim() };
    const params = { header: requestKeys.headerOf("product", product) };
    const battery_product_id =
      of === "known"
        ? productId
        : (await answerOf(client.POST("/v1/battery-products", { params, body: product }))).battery_product_id;
    const named = given({ serial_number: serialNumber.trim(), gtin: gtin.trim() });
    const body = { tenant, battery_product_id, ...named };
    const header = requestKeys.headerOf("passport", body);
    const passport = await answerOf(client.POST("/v1/passports", { params: { header }, body }));
    requestKeys.completed();
    onMade(passport.passport_id);
  };
  const isReady = draft.of === "known" ? draft.productId !== "" : mayCreate;
  return (
    <Form action={create} verb="Create the passport" isReady={isReady}>
      <Segments
        label="Product"
        choices={{ known: "A known product", new: "A new product" }}
        chosen={draft.of}
        onChoose={(of) => change({ of })}
      />
      {draft.of === "known" ? (
        <KnownProduct products={products} draft={draft} onChange={change} />
      ) : mayCreate ? (
        <NewProduct draft={draft} onChange={change} />
      ) : (
        <LackingRole action="Creating products" role="admin" />
      )}
      <Names draft={draft} onChange={change} />
    </Form>
  );
}

type PartProps = { readonly draft: Draft; readonly onChange: (changes: Partial<Draft>) => void };

function KnownProduct({ products, draft, onChange }: PartProps & Pick<BatteryFormProps, "products">) {
  if (products.length === 0) return <p class="soft">This tenant has no products yet.</p>;
  return (
    <Choice
      label="Which product"
      options={products.map(({ battery_product_id, sku, name }) => ({
        value: battery_product_id,
        text: `${sku}, ${name}`,
      }))}
      value={draft.productId}
      onChoose={(productId) => onChange({ productId })}
    />
  );
}

function NewProduct({ draft, onChange }: PartProps) {
  return (
    <div class="columns">
      <Field
        label="Number of the product"
        value={draft.sku}
        onInput={(sku) => onChange({ sku })}
        hint="stands in passports and never changes"
        isRequired
      />
      <Field
        label="Name of the product"
        value={draft.name}
        onInput={(name) => onChange({ name })}
        hint="stands in passports and never changes"
        isRequired
      />
    </div>
  );
}

function Names({ draft, onChange }: PartProps) {
  return (
    <div class="columns">
      <Field
        label="Serial number"
        value={draft.serialNumber}
        onInput={(serialNumber) => onChange({ serialNumber })}
        hint="of one battery; left out, the passport is of the product"
      />
      <Field
        label="GTIN"
        value={draft.gtin}
        onInput={(gtin) => onChange({ gtin })}
        hint="8, 12, 13 or 14 digits; with it, web links are GS1 Digital Links; may be left out"
      />
    </div>
  );
}
