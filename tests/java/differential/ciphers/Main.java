import java.io.ByteArrayInputStream;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.KeyAgreement;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Ciphers, signatures and agreements at work; factories and generators; stores of keys; the providers' services behind them. */
public class Main {
    static final char[] PASSWORD = "secret".toCharArray();

    static Cipher cipher(String how, java.security.spec.AlgorithmParameterSpec parameters, String key) throws Exception {
        Cipher cipher = Cipher.getInstance(how);
        SecretKeySpec secret = new SecretKeySpec("0123456789abcdef0123456789abcdef".substring(0, "ChaCha20-Poly1305".equals(how) ? 32 : 16).getBytes(), key);
        cipher.init(Cipher.ENCRYPT_MODE, secret, parameters);
        return cipher;
    }

    static KeyPair pair(String algorithm, int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    static Signature signing(String algorithm, KeyPair pair) throws Exception {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(pair.getPrivate());
        signature.update("half of a ".getBytes());
        return signature;
    }

    static boolean verifies(Signature signing, KeyPair pair) throws Exception {
        signing.update("message".getBytes());
        byte[] signed = signing.sign();
        Signature signature = Signature.getInstance(signing.getAlgorithm());
        signature.initVerify(pair.getPublic());
        signature.update("half of a message".getBytes());
        return signature.verify(signed);
    }

    static boolean agrees(KeyAgreement ours, KeyPair own, KeyPair other) throws Exception {
        ours.doPhase(other.getPublic(), true);
        KeyAgreement theirs = KeyAgreement.getInstance(ours.getAlgorithm());
        theirs.init(other.getPrivate());
        theirs.doPhase(own.getPublic(), true);
        return Arrays.equals(ours.generateSecret(), theirs.generateSecret());
    }

    public static void main(String[] args) throws Exception {
        List<Cipher> ciphers = List.of(
            cipher("AES/CBC/PKCS5Padding", new IvParameterSpec(new byte[16]), "AES"),
            cipher("AES/CTR/NoPadding", new IvParameterSpec(new byte[16]), "AES"),
            cipher("AES/GCM/NoPadding", new GCMParameterSpec(128, new byte[12]), "AES"),
            cipher("AES", null, "AES"),
            cipher("ChaCha20-Poly1305", new IvParameterSpec(new byte[12]), "ChaCha20"));
        for (Cipher cipher : ciphers) {
            System.out.println(Arrays.toString(cipher.update("one block of text and the start of another".getBytes())));
        }
        Cipher unused = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        CipherInputStream in = new CipherInputStream(new ByteArrayInputStream(new byte[100]), cipher("AES/CBC/PKCS5Padding", new IvParameterSpec(new byte[16]), "AES"));
        in.read(new byte[10]);
        KeyPair rsa = pair("RSA", 1024);
        KeyPair ec = pair("EC", 256);
        Signature byRsa = signing("SHA256withRSA", rsa);
        Signature byEc = signing("SHA256withECDSA", ec);
        KeyFactory factory = KeyFactory.getInstance("RSA");
        KeyGenerator generator = KeyGenerator.getInstance("AES");
        generator.init(192);
        SecretKeyFactory derivation = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        KeyPair dh = pair("DH", 2048);
        KeyAgreement agreement = KeyAgreement.getInstance("DH");
        agreement.init(dh.getPrivate());
        KeyAgreement onCurve = KeyAgreement.getInstance("ECDH");
        onCurve.init(ec.getPrivate());
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("AES");
        parameters.init(new IvParameterSpec(new byte[16]));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setEntry("key", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")), new KeyStore.PasswordProtection(PASSWORD));
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        System.out.println("prepared"); // here
        for (Cipher cipher : ciphers) {
            System.out.println(cipher.getAlgorithm() + cipher.getProvider() + Arrays.toString(cipher.doFinal("its end".getBytes())));
        }
        unused.init(Cipher.ENCRYPT_MODE, rsa.getPublic());
        System.out.println(unused.doFinal(new byte[3]).length + " " + Arrays.toString(in.readAllBytes()));
        System.out.println(verifies(byRsa, rsa) + " " + verifies(byEc, ec));
        System.out.println(factory.generatePublic(new X509EncodedKeySpec(rsa.getPublic().getEncoded())).equals(rsa.getPublic()));
        System.out.println(generator.generateKey().getEncoded().length);
        System.out.println(Arrays.toString(derivation.generateSecret(new PBEKeySpec(PASSWORD, new byte[8], 10, 128)).getEncoded()));
        System.out.println(agrees(agreement, dh, pair("DH", 2048)) + " " + agrees(onCurve, ec, pair("EC", 256)));
        System.out.println(Arrays.toString(parameters.getParameterSpec(IvParameterSpec.class).getIV()));
        System.out.println(store.size() + " " + Arrays.toString(store.getKey("key", PASSWORD).getEncoded()));
        System.out.println(certificates.generateCertificates(new ByteArrayInputStream(new byte[0])) + certificates.getType());
    }
}
