/** The third step: whose passport it is, a product or one battery of it. */
import { answerOf } from "@rota/client";
import { client } from "../../../../api/client.ts";
import { useResource } from "../../../../api/use-resource.ts";
import { Card } from "../../../../components/layout/card.tsx";
import { Facts } from "../../../../components/layout/facts.tsx";
import { Shown } from "../../../../components/layout/shown.tsx";
import { loadPassport } from "../../shared/load-passport.ts";
import { CHOICES_MAX } from "../../shared/wire.ts";
import { BatteryForm } from "./battery-form.tsx";

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
              Passport: <a href={`/passports/${passportId}`}>{passportId}</a>,
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
